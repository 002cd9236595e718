// zod compiles its parsers with `new Function` where it may. Our pages forbid that, and trying would be
// reported as a violation. zod reads this when it is loaded, which is always later; its own way of
// saying so, z.config({ jitless: true }), would load zod for every visitor.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
