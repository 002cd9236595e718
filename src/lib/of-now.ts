/**
 * Beside a query whose answer visitors and colleagues change at any time: a screen that opens shows what is known at
 * once, and asks again, however fresh that is.
 */
export const OF_NOW = { refetchOnMount: 'always' } as const;
