/** What brought a visitor here, kept for this tab; sent with an enquiry if the visitor says so. */
export type Visit = {
  /** The path of the first page. */
  page: string;
  /** The website whose link led to it. */
  host?: string;
  /** Slugs of the studies that were opened. */
  studies: readonly string[];
};

const KEY = 'visit';
/** ENQUIRY_LIMITS.startedStudies, which the script of reading visitors does not import. */
const STUDIES_MAX = 20;
const STUDY = /^\/projects\/([^/]+)\/?$/;

/** Notes that a page was opened: the script of a page calls it, and of those that the app shows the page of a study. */
export function noteVisit(pathname: string) {
  try {
    const visit = readVisit() ?? { page: pathname, ...referringHost(), studies: [] };
    const study = STUDY.exec(pathname)?.[1];
    const studies =
      study === undefined || visit.studies.includes(study)
        ? visit.studies
        : [...visit.studies, study].slice(-STUDIES_MAX);
    sessionStorage.setItem(KEY, JSON.stringify({ ...visit, studies }));
  } catch {
    // Blocked or full: nothing is known then.
  }
}

/** Null before the first page was noted, and where storage is blocked. */
export function readVisit(): Visit | null {
  try {
    const visit: Visit | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return Array.isArray(visit?.studies) ? visit : null;
  } catch {
    return null;
  }
}

function referringHost(): Pick<Visit, 'host'> {
  const { referrer } = document;
  const host = URL.canParse(referrer) ? new URL(referrer).hostname : '';
  return host === '' || host === location.hostname ? {} : { host };
}
