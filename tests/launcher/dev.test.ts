import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test.for([
  ['', '', 'VITE_SUPABASE_URL, VITE_SUPABASE_ANON_KEY'],
  ['http://127.0.0.1:54321', '', 'VITE_SUPABASE_ANON_KEY'],
  ['', 'sb_publishable_x', 'VITE_SUPABASE_URL'],
] as const)('npm run dev with "%s" and "%s" names %s', async ([url, key, missing]) => {
  const vite = promisify(execFile)(process.execPath, ['node_modules/vite/bin/vite.js'], {
    env: {
      ...process.env,
      NODE_ENV: '',
      BACKEND_URL: '',
      VITE_SUPABASE_URL: url,
      VITE_SUPABASE_ANON_KEY: key,
    },
  });
  const stderr: unknown = expect.stringMatching(
    new RegExp(`Missing in \\.env\\.local: ${missing}\\. \`npx supabase status\` prints`),
  );
  await expect(vite).rejects.toMatchObject({ code: 1, stderr });
});
