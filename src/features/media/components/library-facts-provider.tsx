import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { LibraryFacts } from '@/documents/library-facts';
import { imageQueries } from '../queries';

/** Alternative texts and focal points of the library, for the forms and the history of documents. */
export function LibraryFactsProvider({ children }: { children: ReactNode }) {
  const { data = null } = useQuery(imageQueries.facts());
  return <LibraryFacts value={data}>{children}</LibraryFacts>;
}
