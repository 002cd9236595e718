// Writes the whole site: the app, the prerendered pages, sitemap, feeds, cards and the files of the hosts.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { paths } from '../../../src/lib/paths.ts';
import { createBuildReport } from './build-info.ts';
import { openBundle } from './bundle.ts';
import { publishDueChanges } from './due-changes.ts';
import { writeFeeds, writeSampleFeeds } from './feeds.ts';
import type { HostingOptions, Redirect } from './hosting-table.ts';
import { writeHostFiles } from './hosting.ts';
import { root } from '../install.mjs';
import { keepRecord, readRecord } from './build-record.ts';
import { usableTexts } from '../brand/page-text-schemas.ts';
import { readLegalReviews, readPageTexts } from './page-texts.ts';
import { prerender } from './prerender.ts';
import { readRedirects } from './redirects.ts';
import { writeSecurityTxt } from './security-txt.ts';
import { replaceSite } from './site-folder.ts';
import { createRobots, createSitemap } from './sitemap.ts';
import { readStudyAddresses, type StudyAddresses } from './study-addresses.ts';

export type SiteSource = {
  /** Origin of the site, without a slash at the end. */
  siteUrl: string;
  /** Origin of the backend during the build. */
  backendUrl: string;
  /** Base URL of `/blog/posts` during the build. */
  apiUrl: string;
  /** The origin of `/storage/v1/…` in the browser. */
  mediaUrl: string;
  /** The publishable one. */
  key: string;
  /** Settings of the host files. */
  hosting?: HostingOptions;
};

export const SITE_FOLDER = `${root}dist`;

/**
 * Builds the site, and takes over from the last build what would be the same.
 *
 * @param folder keeps the last complete site until this one is complete
 * @throws when the backend does not answer or a page of the site itself cannot be rendered. One study, post or
 *   redirect that cannot be published is left out and named in build.json, as are texts of a page, which then has those of
 *   the code.
 */
export async function writeSite(
  source: SiteSource,
  folder = SITE_FOLDER,
): Promise<{ pages: number; redirects: Redirect[]; studyRedirects: Redirect[] }> {
  const { siteUrl, backendUrl, key } = source;
  await publishDueChanges({ url: backendUrl, key });
  const report = createBuildReport();
  const { leaveOut } = report;
  const texts = {
    ...usableTexts(await readPageTexts({ url: backendUrl, key }), leaveOut),
    ...(await readLegalReviews({ url: backendUrl, key })),
  };
  const studyAddresses = await readStudyAddresses({ url: backendUrl, key });
  const bundle = await openBundle({ mode: 'production', siteUrl, texts });
  const last = await readRecord(folder);
  const result = await replaceSite(folder, bundle.app, async (draft) => {
    const [{ pages, record }, stored] = await Promise.all([
      prerender({
        ...source,
        bundle,
        studyAddresses,
        folder: draft,
        before: last ? { folder, pages: last.pages } : undefined,
        leaveOut,
      }),
      readRedirects({ url: backendUrl, key }, leaveOut),
      writeFeeds(source, draft, leaveOut, studyAddresses),
    ]);
    const entries = pages.map(({ path, updatedAt }) => ({ path, modifiedAt: updatedAt ?? null }));
    const redirects = stored.map(moved);
    const studyRedirects = redirectsOfIds(studyAddresses);
    await Promise.all([
      ...Object.entries(createSitemap(entries, siteUrl)).map(([name, text]) =>
        writeFile(`${draft}/${name}`, text),
      ),
      writeFile(`${draft}/robots.txt`, createRobots(siteUrl)),
      writeSecurityTxt(draft, siteUrl),
      removeManifests(draft),
    ]);
    const { scripts } = bundle;
    const options = { ...source.hosting, redirects, studyRedirects, leaveOut, scripts };
    await writeHostFiles(draft, options);
    await report.write(draft);
    return { pages: pages.length, redirects, studyRedirects, record };
  });
  await keepRecord(folder, { build: report.id, pages: result.record });
  return result;
}

const moved = (redirect: { from: string; to: string }): Redirect => ({ ...redirect, status: 301 });

/** Links by id are in texts and mails; without a script such an address has no page. */
const redirectsOfIds = (addresses: StudyAddresses) =>
  [...addresses].map(([id, slug]) =>
    moved({ from: paths.project.to(id), to: paths.project.to(slug) }),
  );

/** The whole site with sample content and no backend: `x.demo.ts` replaces `x.ts`. Not to be indexed. */
export async function writeDemo(siteUrl: string): Promise<{ folder: string; pages: number }> {
  const folder = `${root}dist-demo`;
  const bundle = await openBundle({ mode: 'demo', siteUrl });
  const { leaveOut } = createBuildReport();
  return replaceSite(folder, bundle.app, async (draft) => {
    const addresses = {
      ...{ siteUrl, backendUrl: siteUrl, mediaUrl: siteUrl },
      // Those of the samples are their ids.
      studyAddresses: new Map<string, string>(),
    };
    const { pages } = await prerender({ ...addresses, bundle, folder: draft, leaveOut });
    await Promise.all([
      writeFile(`${draft}/robots.txt`, 'User-agent: *\nDisallow: /\n'),
      writeSampleFeeds(siteUrl, draft),
      removeManifests(draft),
    ]);
    await writeHostFiles(draft, { scripts: bundle.scripts });
    return { folder, pages: pages.length };
  });
}

/** Without a backend: the client shell for every address. */
export async function writeShellOnly(hosting: HostingOptions) {
  const bundle = await openBundle({ mode: 'production', siteUrl: '' });
  await replaceSite(SITE_FOLDER, bundle.app, async (draft) => {
    await rename(`${draft}/index.html`, `${draft}/app.html`);
    const shell = await readFile(`${draft}/app.html`);
    await Promise.all([
      writeFile(`${draft}/index.html`, shell),
      writeFile(`${draft}/404.html`, shell),
      removeManifests(draft),
    ]);
    await writeHostFiles(draft, { ...hosting, scripts: bundle.scripts });
  });
}

/** Visitors do not need them. */
const removeManifests = (folder: string) => rm(`${folder}/.vite`, { recursive: true, force: true });
