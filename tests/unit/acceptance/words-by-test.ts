// Not in a *.test.ts file, where numbers are citations: the tests that cite them are those named here.

const unit = (name: string) => `tests/unit/${name}.test.ts`;
const screen = (name: string) => `tests/components/${name}.test.tsx`;

/**
 * Sentences whose words no line of the source has as a whole, because the code puts them together or they are those of
 * a library: the test that cites the number and has the words.
 */
export const WORDS_BY_TEST: Readonly<Record<string, string>> = {
  // With a question mark, as APREV-15 quotes it.
  'CS-19': screen('case-studies/public-view'),
  'AUTH-19': unit('session/session-store.dom'),
  'SESS-14': unit('session/library.dom'),
  'ALIST-14': screen('case-studies/staff-pages'),
  'FORM-42': screen('case-studies/form-saving'),
  'FORM-43': screen('case-studies/form-saving'),
  'FORM-45': screen('case-studies/form-saving'),
  'FORM-46': screen('case-studies/form-saving'),
  'FORM-48': screen('case-studies/form-delete'),
  'FORM-49': screen('case-studies/form-delete'),
  'FORM-50': screen('case-studies/form-delete'),
  'FORM-51': screen('case-studies/form-delete'),
  'GERR-5': unit('error-reporting'),
  'GERR-6': unit('error-reporting'),
};
