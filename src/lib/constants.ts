/** Limits and timings named by the specification (CONST). */

export const TOAST_DURATION_MS = 5000;
export const TOAST_ADMIN_DURATION_MS = 4000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_REMOVAL_DELAY_MS = 1_000_000;

export const FOOTER_SERVICES_COUNT = 4;

export const QUERY_STALE_MS = 5 * 60 * 1000;
export const QUERY_RETRIES = 1;

export const HASH_SCROLL_DELAY_MS = 100;

export const ABOUT_KEY_SERVICES_COUNT = 3;
export const CONTACT_KEY_SERVICES_COUNT = 2;

export const CLOUD_COUNT = 25;
export const UFO_CHANCE = 0.1;

export const BOUNDARY_RETRIES = 3;
export const BOUNDARY_BACKOFF_BASE_MS = 2000;

export const ERROR_HISTORY_LIMIT = 100;
export const ERROR_RATE_WINDOW_MS = 60_000;
export const ERROR_RATE_THRESHOLD = 10;
export const CRITICAL_REPORT_INTERVAL_MS = 30_000;
export const LONG_TASK_MS = 2000;

export const OFFLINE_QUEUE_LIMIT = 100;
export const OFFLINE_QUEUE_RETRIES = 3;
export const OFFLINE_QUEUE_PAUSE_MS = 100;

export const SERVICE_TIMEOUT_MS = 10_000;
export const SERVICE_RETRIES = 3;
/** Doubled before each further try. */
export const SERVICE_BACKOFF_BASE_MS = 300;

export const SECURITY_LATEST_COUNT = 50;
export const SECURITY_PER_USER_COUNT = 20;
export const SECURITY_METRICS_DAYS = 7;
/** More failed attempts than this make a failed sign-in a high severity. */
export const FAILED_LOGIN_HIGH_ABOVE = 3;

/** From Refresh to the reload of the page. */
export const REFRESH_DELAY_MS = 1000;

/** Longest search of a list, in characters. */
export const SEARCH_MAX = 100;

export const CASE_STUDY_PAGE_SIZE = 24;
export const HOME_CASE_STUDIES = 2;

export const BLOG_PAGE_SIZE = 10;
export const POST_IMAGE_MAX_HEIGHT_PX = 500;
