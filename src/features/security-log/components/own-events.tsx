import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { RepeatedEvent } from '../model';
import { securityQueries } from '../queries';
import { EventDetailsDialog } from './event-details-dialog';
import { EventList } from './event-list';

const you = () => 'You';

/** The latest events of the account of the reader. */
export function OwnEvents({ userId }: { userId: string }) {
  const events = useQuery(securityQueries.events({ user: userId, text: '' }));
  const [opened, setOpened] = useState<RepeatedEvent | null>(null);
  return (
    <>
      <EventList query={events} isFiltered={false} onOpen={setOpened} />
      <EventDetailsDialog events={opened} nameOf={you} onClose={() => setOpened(null)} />
    </>
  );
}
