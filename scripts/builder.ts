// npm run builder: for those who host the site themselves. Takes the calls of the deploy hook, builds the site and
// uploads what changed. Settings as for npm run build, and:
//   PUBLISH_TO      folder:/srv/site, rsync:user@host:/srv/site or command: (docs/deployment.md)
//   BUILDER_SECRET  the last part of the hook's address, at least 32 characters
//   BUILDER_PORT    8787
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { createBuilder, handleCall } from './lib/build/builder.ts';
import { root } from './lib/install.mjs';
import { portFrom } from './lib/ports.ts';
import { SITE_FOLDER } from './lib/build/site.ts';
import { openUpload } from './lib/build/upload.ts';

const SECRET_LENGTH_MIN = 32;
/** A build that takes longer is stuck: it is ended, and reported as failed. */
const BUILD_MINUTES_MAX = 30;

/** Of the site, as for npm run build. */
const { folder } = parseArgs({
  options: { folder: { type: 'string', default: SITE_FOLDER } },
}).values;
const secret = process.env.BUILDER_SECRET ?? '';
if (!/^[\w-]+$/.test(secret) || secret.length < SECRET_LENGTH_MIN) {
  throw new Error(
    `BUILDER_SECRET needs ${SECRET_LENGTH_MIN} or more letters, digits, hyphens or underscores`,
  );
}
const upload = openUpload(process.env.PUBLISH_TO ?? '');
const port = portFrom('BUILDER_PORT', 8787);

let running: ChildProcess | undefined;
const builder = createBuilder(async () => {
  await build();
  return upload(folder);
});
const server = createServer(handleCall(builder, secret));
// A reverse proxy in front of it has the certificate.
server.listen(port, '127.0.0.1', () => {
  console.log(`The builder listens on http://127.0.0.1:${port}/<BUILDER_SECRET>`);
  // For changes while it was not running.
  builder.request();
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    running?.kill();
    process.exit(0);
  });
}

/** In a process of its own, whose memory and faults end with it. */
function build(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--no-warnings', 'scripts/run.mjs', 'scripts/build.ts', '--folder', folder],
      { cwd: root, stdio: ['ignore', 'inherit', 'pipe'], timeout: BUILD_MINUTES_MAX * 60_000 },
    );
    running = child;
    let errors = '';
    child.stderr.on('data', (chunk) => {
      process.stderr.write(chunk);
      errors = (errors + chunk).slice(-2000);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else if (signal) reject(new Error(`The build was ended (${signal}); the site is as before`));
      else reject(new Error(errors || `The build ended with ${code}`));
    });
  });
}
