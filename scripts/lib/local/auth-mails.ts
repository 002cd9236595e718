import { readFileSync } from 'node:fs';
import { root } from '../install.mjs';

/** The mails of Auth that supabase/config.toml sets, with their templates. */
export function readAuthMails() {
  const config = readFileSync(`${root}supabase/config.toml`, 'utf8');
  const sections = config.matchAll(
    /^\[auth\.email\.(template|notification)\.(\w+)\]\n(enabled = true\n)?subject = "([^"\n]+)"\ncontent_path = "\.\/([^"\n]+)"$/gm,
  );
  return [...sections].map(([, group = '', name = '', enabled, subject = '', file = '']) => ({
    kind: `${group}.${name}`,
    /** In the answers of Supabase's Management API. */
    key: group === 'template' ? name : `${name}_notification`,
    isEnabled: group === 'template' || enabled !== undefined,
    subject,
    file,
    html: readFileSync(root + file, 'utf8'),
  }));
}
