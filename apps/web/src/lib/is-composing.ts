/**
 * Whether a key belongs to an input method, in which Enter, Escape and the arrows choose what is written.
 * Safari tells of the last one only when the word is done, with the code that input methods have.
 */
export function isComposing({ nativeEvent: key }: { nativeEvent: KeyboardEvent }): boolean {
  return key.isComposing || key.keyCode === 229;
}
