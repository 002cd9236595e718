const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** A number at the start of a sentence: 'Five', and '11' from where it would be a long word. */
export function countWord(count: number): string {
  return WORDS[count] ?? String(count);
}
