/**
 * Returns whether a key press belongs to an input method, where Enter, Escape and the arrow keys choose a
 * candidate. Safari sends the last key after the composition has ended, with the key code of input methods.
 */
export function isComposing({ nativeEvent: key }: { nativeEvent: KeyboardEvent }): boolean {
  return key.isComposing || key.keyCode === 229;
}
