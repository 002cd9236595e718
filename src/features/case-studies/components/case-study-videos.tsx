import { directionOf } from '@contracts/words/direction';
import { clsx } from 'clsx';
import type { PictureFacts } from '@contracts/picture-facts';
import { Image } from '@/components/image';
import { COLUMN_ON_PHONE } from '@/lib/images/constants';
import { focusOf } from '@/lib/picture-facts';
import { handleVideoPress } from '@/lib/video-press';
import type { GalleryVideo } from '../gallery';

export type CaseStudyVideosProps = { videos: readonly GalleryVideo[]; facts: PictureFacts };

/** The posters link to the video; a press puts the player in their place. */
export function CaseStudyVideos({ videos, facts }: CaseStudyVideosProps) {
  return (
    <ul
      className={clsx(
        'reading grid list-none! gap-3 ps-0! tablet:gap-5',
        videos.length > 1 && 'tablet:grid-cols-2',
      )}
    >
      {videos.map(({ page, title, host, isTall, poster }, index) => (
        // The player replaces the link in the DOM, so another video needs another element.
        <li key={`${index} ${page}`} className="m-0! max-w-none! min-w-0">
          <a
            href={page}
            rel="noopener noreferrer"
            className={clsx('video', isTall && 'video-tall')}
            onClick={({ nativeEvent }) => handleVideoPress(nativeEvent)}
          >
            {poster !== null && (
              <span className="video-poster">
                <Image
                  src={poster}
                  focus={focusOf(facts, poster)}
                  alt=""
                  aspect="fill"
                  sizes={`(min-width: 1280px) ${videos.length > 1 ? '590px' : '1200px'}, ${COLUMN_ON_PHONE}`}
                  severity="low"
                />
              </span>
            )}
            <span className="video-caption">
              <span className="sr-only">Play video: </span>
              <span dir={directionOf(title)} className="video-title">
                {title}
              </span>
              <span className="video-note">Plays here and connects you to {host}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
