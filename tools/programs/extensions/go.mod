module millrace.test/extensions

go 1.20

require github.com/drone/drone-go v1.7.1

require (
	github.com/99designs/httpsignatures-go v0.0.0-20170731043157-88528bf4ca7e // indirect
	github.com/stretchr/testify v1.12.1 // indirect
)
