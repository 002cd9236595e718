const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** The attribute `dir` of an element with people's words: none where a text has no letter of Hebrew, Arabic and the like. */
export const directionOf = (text: string): 'auto' | undefined =>
  RIGHT_TO_LEFT.test(text) ? 'auto' : undefined;
