// Prints the closing line of the last `npm test`.
import { root } from './lib/install.mjs';
import { summarise } from './lib/checks/summary.ts';

console.log(summarise(root).line);
