import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };

const FUNCTIONS = new URL('../../supabase/functions/', import.meta.url);
const denoConfigSchema = z.object({ imports: z.record(z.string(), z.string()) });

const names = readdirSync(FUNCTIONS).filter((name) =>
  existsSync(new URL(`${name}/deno.json`, FUNCTIONS)),
);

test('the upload function is among the functions compared', () => {
  expect(names).toContain('secure-file-upload');
});

test.each(names)('%s imports every package in the version of package.json', (name) => {
  const text = readFileSync(new URL(`${name}/deno.json`, FUNCTIONS), 'utf8');
  const { imports } = denoConfigSchema.parse(JSON.parse(text));
  const versions: Record<string, string> = packageJson.dependencies;
  expect(Object.keys(imports)).toEqual(expect.arrayContaining(['zod', '@supabase/supabase-js']));
  for (const [alias, specifier] of Object.entries(imports)) {
    expect(specifier).toBe(`npm:${alias}@${versions[alias]}`);
  }
});
