import { createRequire } from 'node:module';
import type * as Renderer from '../../../src/site/entry-server.tsx';
import type { Bundle } from './bundle.ts';

/**
 * The module that renders pages. Not by import(): the loader that makes JavaScript of our scripts would read this
 * module as well, which takes half a second.
 */
export const loadRenderer = ({ renderer }: Pick<Bundle, 'renderer'>): typeof Renderer =>
  createRequire(import.meta.url)(renderer);
