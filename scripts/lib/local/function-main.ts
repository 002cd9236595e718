// Runs one edge function under Deno. The backend holds the other end of standard input: when the backend
// ends for any reason, the pipe closes and this process exits.
import process from 'node:process';

process.stdin.on('end', () => process.exit()).resume();
await import(process.argv[2] ?? '');
