import { parseVideo, type Video } from '@contracts/video';
import type { CaseStudy, CaseStudyPicture } from './model';

export type GalleryVideo = Video & {
  title: string;
  /** The address of a picture of the study; null if it has none. */
  poster: string | null;
};

/** Neighbours of one sort in the order of the gallery. */
export type GalleryRun =
  | {
      sort: 'pictures';
      pictures: CaseStudyPicture[];
      /** Of the first one, among all pictures. */ start: number;
    }
  | { sort: 'videos'; videos: GalleryVideo[] };

/** Videos have no picture of their own: the pictures of the study take turns as their posters. */
export function galleryRuns({
  gallery,
  heroImageUrl,
}: Pick<CaseStudy, 'gallery' | 'heroImageUrl'>): GalleryRun[] {
  const isPicture = ({ url }: CaseStudyPicture) => parseVideo(url) === null;
  const posters = [heroImageUrl, ...gallery.filter(isPicture).map(({ url }) => url)].filter(
    (url) => url !== null,
  );
  const runs: GalleryRun[] = [];
  let pictures = 0;
  let videos = 0;
  for (const row of gallery) {
    const video = parseVideo(row.url);
    const last = runs.at(-1);
    if (!video) {
      if (last?.sort === 'pictures') last.pictures.push(row);
      else runs.push({ sort: 'pictures', pictures: [row], start: pictures });
      pictures += 1;
      continue;
    }
    const title = row.caption?.trim() || row.altText?.trim() || `Video on ${video.host}`;
    const shown = { ...video, title, poster: posters[videos % posters.length] ?? null };
    if (last?.sort === 'videos') last.videos.push(shown);
    else runs.push({ sort: 'videos', videos: [shown] });
    videos += 1;
  }
  return runs;
}
