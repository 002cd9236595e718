import { expect, test } from 'vitest';
import { finish } from './site';

const SERVICE_ROLE = ['{}', '{"role":"service_role"}', 'x']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

test.for([
  ['VITE_SUPABASE_ANON_KEY', SERVICE_ROLE],
  ['VITE_SUPABASE_ANON_KEY', 'sb_secret_abc'],
  ['VITE_SOMETHING_ELSE', SERVICE_ROLE],
] as const)(
  'a build with a secret key in %s is refused with the name of the setting',
  async (setting) => {
    const [name, value] = setting;
    const { code, output } = await finish('build', ['--offline'], { [name]: value });
    expect(output).toContain(`${name} holds a secret key`);
    expect(output).not.toContain('Built');
    expect(code).toBe(1);
  },
);
