import { useState } from 'react';
import type { RedirectOffer } from '@/components/redirect-offer';
import { messageOf } from '@/lib/errors';
import { readTarget, sourceOf } from './addresses';
import { refusedField } from './staff-api';
import { TargetField } from './components/target-field';
import { useRedirectAddress } from './queries';

type Choice = { path: string; to: string; complaint: string | null };

export type RedirectOfferOptions = {
  label?: string;
  noneLabel?: string;
  /** Where an address most likely leads now. */
  suggested?: string;
  /** Where the choice is not beside the point, but the point. */
  isRequired?: boolean;
};

/** A choice that may stay open: without one, visitors read that the page was not found. */
export function useRedirectOffer({
  label = 'Send visitors of its address to',
  noneLabel = 'Nowhere: they read “not found”',
  suggested = '',
  isRequired = false,
}: RedirectOfferOptions = {}): RedirectOffer {
  const [choice, setChoice] = useState<Choice | null>(null);
  const { mutateAsync, isPending } = useRedirectAddress();
  /** What was chosen for another address is not meant here. */
  const chosen = (path: string): Choice =>
    choice?.path === path ? choice : { path, to: suggested, complaint: null };

  async function apply(path: string) {
    const { to } = chosen(path);
    const complain = (complaint: string) => {
      setChoice({ path, to, complaint });
      return false;
    };
    if (to.trim() === '') return isRequired ? complain('Where do they go?') : true;
    const target = readTarget(to, location.origin);
    if (target === null) return complain('This must be a page of this site, like /projects');
    try {
      await mutateAsync({ from: sourceOf(path), to: target });
      return true;
    } catch (error) {
      return complain(refusedField(error)?.message ?? messageOf(error));
    }
  }

  return {
    render: (path) => {
      const { to, complaint } = chosen(path);
      return (
        <TargetField
          label={label}
          noneLabel={noneLabel}
          value={to}
          onChange={(next) => setChoice({ path, to: next, complaint: null })}
          from={sourceOf(path)}
          error={complaint}
          isRequired={isRequired}
        />
      );
    },
    apply,
    isPending,
  };
}
