import { clsx } from 'clsx';
import { parseVideo, type Video } from '@contracts/video';
import { handleVideoPress } from '@/lib/video-press';
import type { CaseStudyPicture } from '../model';

type GalleryVideo = Video & { title: string };

/** Separates the pictures of a gallery from its videos. */
export function splitGallery(rows: readonly CaseStudyPicture[]) {
  const pictures: CaseStudyPicture[] = [];
  const videos: GalleryVideo[] = [];
  for (const row of rows) {
    const video = parseVideo(row.url);
    if (!video) pictures.push(row);
    else {
      const title = row.caption?.trim() || row.altText?.trim() || `Video on ${video.host}`;
      videos.push({ ...video, title });
    }
  }
  return { pictures, videos };
}

/** The posters link to the video; a press puts the player in their place. */
export function CaseStudyVideos({ videos }: { videos: readonly GalleryVideo[] }) {
  if (videos.length === 0) return null;
  return (
    <ul
      className={clsx(
        'reading mt-3 grid list-none! gap-3 ps-0! first:mt-0 tablet:mt-5 tablet:gap-5',
        videos.length > 1 && 'tablet:grid-cols-2',
      )}
    >
      {videos.map(({ page, title, host, isTall }, index) => (
        // The player replaces the link in the DOM, so another video needs another element.
        <li key={`${index} ${page}`} className="m-0! max-w-none! min-w-0">
          <a
            href={page}
            rel="noopener noreferrer"
            className={clsx('video', isTall && 'video-tall')}
            onClick={({ nativeEvent }) => handleVideoPress(nativeEvent)}
          >
            <span className="video-caption">
              <span className="sr-only">Play video: </span>
              <span className="video-title">{title}</span>
              <span className="video-note">Plays here and connects you to {host}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
