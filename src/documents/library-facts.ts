import { createContext } from 'react';
import type { PictureFacts } from '@contracts/picture-facts';

/** What the library knows about every stored picture; null while it is not known. */
export const LibraryFacts = createContext<PictureFacts | null>(null);
