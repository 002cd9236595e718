// zod compiles its parsers with `new Function` where it can. The CSP of our pages forbids that, and each
// attempt would be reported. zod reads this setting when it is loaded, which is always later; its own
// z.config({ jitless: true }) would load zod for every visitor.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
