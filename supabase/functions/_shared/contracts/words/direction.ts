const RIGHT_TO_LEFT = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Adlm}]/u;

/** The attribute `dir` of an element with people's words: none where a text has no letter of Hebrew, Arabic and the like. */
export const directionOf = (text: string): 'auto' | undefined =>
  RIGHT_TO_LEFT.test(text) ? 'auto' : undefined;
