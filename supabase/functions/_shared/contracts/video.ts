// The videos that a text may embed: those of YouTube and Vimeo, recognised by their address.

export type Video = {
  host: 'YouTube' | 'Vimeo';
  /** Its page at the host, without tracking parameters. */
  page: string;
  /** The player for a frame. It sets no cookies before it plays (YouTube) or none at all (Vimeo). */
  player: string;
  /** Upright, 9:16. */
  isTall: boolean;
};

/** The origins of `player`, for the Content-Security-Policy. */
export const PLAYER_ORIGINS = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'];

const YOUTUBE_HOSTS = ['youtube.com', 'youtube-nocookie.com', 'youtu.be'];
const VIMEO_HOSTS = ['vimeo.com', 'player.vimeo.com'];

/** Null for any address that is not a single video of a known host. */
export function parseVideo(address: string): Video | null {
  if (!/^https?:\/\/[\w.-]+\//i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  const host = url.hostname.replace(/^(?:www|m)\./, '');
  if (YOUTUBE_HOSTS.includes(host)) return parseYouTube(host, url);
  return VIMEO_HOSTS.includes(host) ? parseVimeo(url) : null;
}

function parseYouTube(host: string, { pathname, searchParams }: URL): Video | null {
  const [first = '', second = ''] = pathname.slice(1).split('/');
  const isListed = ['shorts', 'embed', 'live', 'v'].includes(first);
  const watched = first === 'watch' ? searchParams.get('v') : null;
  const id = host === 'youtu.be' ? first : isListed ? second : watched;
  if (id === null || !/^[\w-]{11}$/.test(id)) return null;
  const isTall = first === 'shorts';
  const seconds = secondsOf(searchParams.get('t') ?? searchParams.get('start'));
  const base = 'https://www.youtube.com';
  return {
    host: 'YouTube',
    page: isTall ? `${base}/shorts/${id}` : `${base}/watch?v=${id}${seconds && `&t=${seconds}`}`,
    player: `${PLAYER_ORIGINS[0]}/embed/${id}?autoplay=1&rel=0${seconds && `&start=${seconds}`}`,
    isTall,
  };
}

function parseVimeo({ pathname, searchParams, hash }: URL): Video | null {
  const [, id = '', key = searchParams.get('h') ?? ''] =
    /\/(\d{5,12})(?:\/([0-9a-z]{1,40}))?\/?$/.exec(pathname) ?? [];
  if (id === '' || !/^[0-9a-z]{0,40}$/.test(key)) return null;
  const seconds = secondsOf(/^#t=(\w+)$/.exec(hash)?.[1] ?? null);
  const start = seconds && `#t=${seconds}s`;
  return {
    host: 'Vimeo',
    page: `https://vimeo.com/${id}${key && `/${key}`}${start}`,
    player: `${PLAYER_ORIGINS[1]}/video/${id}?dnt=1&autoplay=1${key && `&h=${key}`}${start}`,
    isTall: false,
  };
}

/** '1m30s', '90s' and '90' are '90'; '' for anything else. */
function secondsOf(time: string | null): string {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(time ?? '') ?? [];
  return String(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) || '');
}
