const polynomial = 0xedb88320;
const one = 0x80000000;
/** x to the power of 8: the factor of a checksum for one more byte. */
const byte = 0x00800000;

/** Computes the CRC-32 of two concatenated texts from their checksums and the length of the second. */
export function joinCrc32(first: number, second: number, secondLength: number): number {
  return (multiply(powerOfByte(secondLength), first) ^ second) >>> 0;
}

function powerOfByte(exponent: number): number {
  let power = one;
  let square = byte;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = multiply(square, power);
    square = multiply(square, square);
  }
  return power;
}

/** Multiplies two polynomials modulo that of CRC-32, with the lowest power in the highest bit. */
function multiply(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) product ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1;
  }
  return product >>> 0;
}
