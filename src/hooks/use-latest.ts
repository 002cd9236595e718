import { useState } from 'react';

/** The last value that was not null, such as the user's id after the session has ended. */
export function useLatest<Value>(value: Value | null): Value | null {
  const [latest, setLatest] = useState(value);
  if (value !== null && value !== latest) setLatest(value);
  return value ?? latest;
}
