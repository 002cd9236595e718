// supabase-js requires a WebSocket even if unused. Node has one from version 22 on.
if (!('WebSocket' in globalThis)) {
  Object.assign(globalThis, { WebSocket: (await import('ws')).WebSocket });
}

export {};
