module millrace/entrypoint

go 1.20
