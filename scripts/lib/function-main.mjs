// Runs under Deno, around one edge function. The backend holds the other end of standard input: when it
// is gone, however it went, the pipe ends and so does the function.
import process from 'node:process';

process.stdin.on('end', () => process.exit()).resume();
await import(process.argv[2] ?? '');
