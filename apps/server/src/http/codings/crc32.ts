const polynomial = 0xedb88320;
const one = 0x80000000;
/** x to the power of 8: what one more byte multiplies a check sum by. */
const byte = 0x00800000;

/** The CRC-32 of two texts in a row, from that of each and the length of the second one. */
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

/** The product of two polynomials modulo that of CRC-32, with the lowest power in the highest bit. */
function multiply(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) product ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1;
  }
  return product >>> 0;
}
