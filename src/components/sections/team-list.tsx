import { clsx } from 'clsx';
import type { TeamMember } from '@/content/team';
import { Image } from '@/components/image';

/** More people than this stand in columns. */
const ROWS_MAX = 4;

const insetClasses = ['', 'desktop:ms-[16.666%]', 'desktop:ms-[33.333%]'];

/** A portrait and a short text per person, each indented further than the one before; many stand in columns. */
export function TeamList({ members }: { members: readonly TeamMember[] }) {
  if (members.length > ROWS_MAX) return <TeamColumns members={members} />;
  return (
    <ul className="grid gap-14 desktop:gap-20">
      {members.map((member, index) => (
        <li
          key={member.id}
          className={clsx(
            'grid items-center gap-x-10 gap-y-6 tablet:grid-cols-[minmax(0,15rem)_minmax(0,1fr)] desktop:w-2/3',
            insetClasses[index % insetClasses.length],
          )}
        >
          <Image
            image={member.image}
            alt={member.imageAlt}
            aspect="square"
            sizes="(min-width: 768px) 240px, 60vw"
            className="rounded-picture max-tablet:max-w-60"
          />
          <MemberText member={member} />
        </li>
      ))}
    </ul>
  );
}

function TeamColumns({ members }: { members: readonly TeamMember[] }) {
  return (
    <ul className="grid gap-x-10 gap-y-14 tablet:grid-cols-2 desktop:grid-cols-3">
      {members.map((member) => (
        <li key={member.id} className="grid content-start gap-y-6">
          <Image
            image={member.image}
            alt={member.imageAlt}
            aspect="square"
            sizes="240px"
            className="max-w-60 rounded-picture"
          />
          <MemberText member={member} />
        </li>
      ))}
    </ul>
  );
}

function MemberText({ member }: { member: TeamMember }) {
  return (
    <div>
      <h3 id={member.id} className="text-h3">
        {member.name}
      </h3>
      <p className="mt-1 text-base font-semibold text-accent-text">{member.role}</p>
      <p className="mt-4 max-w-measure text-pretty text-muted">{member.bio}</p>
    </div>
  );
}
