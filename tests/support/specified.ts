import { test } from 'vitest';
import { agency } from '../../brand/agency.ts';

const name: string = agency.name;
/** The specification fixes facts and words of one agency: another one that has adopted the site has its own. */
export const specified = test.runIf(name === 'Cumulus & Craft');
