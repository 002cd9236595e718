import { useState } from 'react';
import type { RedirectOffer } from '@/components/redirect-offer';
import { messageOf } from '@/lib/errors';
import { readTarget, sourceOf } from './addresses';
import { refusedField } from './staff-api';
import { TargetField } from './components/target-field';
import { useRedirectAddress } from './queries';

type Choice = { path: string; to: string; problem: string | null };

export type RedirectOfferOptions = {
  label?: string;
  noneLabel?: string;
  /** A target has to be chosen. */
  isRequired?: boolean;
};

/** A field that offers a redirect, with a function that saves the choice. */
export function useRedirectOffer({
  label = 'Send visitors of its address to',
  noneLabel = 'No page: they see “page not found”',
  isRequired = false,
}: RedirectOfferOptions = {}): RedirectOffer {
  const [choice, setChoice] = useState<Choice | null>(null);
  const { mutateAsync, isPending } = useRedirectAddress();
  /** A choice for another address does not count. */
  const chosen = (path: string): Choice =>
    choice?.path === path ? choice : { path, to: '', problem: null };

  async function apply(path: string) {
    const { to } = chosen(path);
    const showProblem = (problem: string) => {
      setChoice({ path, to, problem });
      return false;
    };
    if (to.trim() === '') return isRequired ? showProblem('Please choose a page') : true;
    const target = readTarget(to, location.origin);
    if (target === null) return showProblem('This must be a page of this site, like /projects');
    try {
      await mutateAsync({ from: sourceOf(path), to: target });
      return true;
    } catch (error) {
      return showProblem(refusedField(error)?.message ?? messageOf(error));
    }
  }

  return {
    render: (path) => {
      const { to, problem } = chosen(path);
      return (
        <TargetField
          label={label}
          noneLabel={noneLabel}
          value={to}
          onChange={(next) => setChoice({ path, to: next, problem: null })}
          from={sourceOf(path)}
          error={problem}
          isRequired={isRequired}
        />
      );
    },
    apply,
    isPending,
  };
}
