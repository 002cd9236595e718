import { createContext, use, useMemo } from 'react';

/** A member as other members see them. */
export type Person = {
  /** Null without an account. */
  userId: string | null;
  email: string;
  /** Null until it is chosen. */
  name: string | null;
  portraitUrl: string | null;
};

export type PeopleContextValue = {
  people: readonly Person[];
  /** Of the signed-in member, in lower case. */
  ownEmail: string | null;
};

/** Provided by the staff area. Without it, people are shown by their addresses. */
export const PeopleContext = createContext<PeopleContextValue>({ people: [], ownEmail: null });

/** The name, or the part of the address before the @. */
export function shownName({ email, name }: Pick<Person, 'email' | 'name'>): string {
  return name ?? email.replace(/@[^@]*$/, '');
}

export type People = {
  /** Also for a former member, whose name is gone with the membership. */
  personOf: (email: string) => Person;
  /** Null for an account that is not a member's. */
  personOfAccount: (userId: string) => Person | null;
  isMe: (email: string) => boolean;
};

export function usePeople(): People {
  const { people, ownEmail } = use(PeopleContext);
  return useMemo(() => {
    const byEmail = new Map(people.map((person) => [person.email, person]));
    const byAccount = new Map(people.map((person) => [person.userId, person]));
    return {
      personOf: (email) =>
        byEmail.get(email.toLowerCase()) ?? { userId: null, email, name: null, portraitUrl: null },
      personOfAccount: (userId) => byAccount.get(userId) ?? null,
      isMe: (email) => email.toLowerCase() === ownEmail,
    };
  }, [people, ownEmail]);
}
