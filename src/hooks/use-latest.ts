import { useState } from 'react';

/** The last value that was known: a session that ends does not take away whose text it is. */
export function useLatest<Value>(value: Value | null): Value | null {
  const [latest, setLatest] = useState(value);
  if (value !== null && value !== latest) setLatest(value);
  return value ?? latest;
}
