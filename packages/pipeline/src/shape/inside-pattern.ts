/** A path inside a folder: neither absolute nor with a segment `..`. */
export const insidePattern = /^(?!\/)(?!(?:[\s\S]*\/)?\.\.(?:\/|$))/;
