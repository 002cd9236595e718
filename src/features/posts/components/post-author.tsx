import { Image, type ImageLayoutProps } from '@/components/image';
import { team } from '@brand/people';
import type { Focus } from '@/lib/picture-facts';
import type { Post } from '../model';

const portrait: ImageLayoutProps = {
  alt: '',
  aspect: 'avatar',
  sizes: '48px',
  severity: 'low',
  className: 'size-12 shrink-0 rounded-full',
};

export type AuthorAvatarProps = { author: Post['author']; focus?: Focus | undefined };

/** The author's own picture, the portrait of the team member with that name, or initials. */
export function AuthorAvatar({ author, focus }: AuthorAvatarProps) {
  const member = team.find(({ name }) => name === author.name);
  if (author.avatar !== null) return <Image {...portrait} src={author.avatar} focus={focus} />;
  if (member) return <Image {...portrait} image={member.image} />;
  const initials = author.name
    .split(/\s+/)
    .map((word) => [...word.normalize('NFC')][0])
    .slice(0, 2)
    .join('');
  return (
    <span
      aria-hidden="true"
      className="grid size-12 shrink-0 place-items-center rounded-full bg-sky-soft font-display text-base text-ink"
    >
      {initials}
    </span>
  );
}
