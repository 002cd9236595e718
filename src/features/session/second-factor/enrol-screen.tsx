import type { SessionUser } from '../api';
import { EnrolSteps } from './enrol-steps';
import { StepScreen } from './step-screen';

export type EnrolScreenProps = { user: SessionUser };

/** For owners, who need a second factor. */
export function EnrolScreen({ user }: EnrolScreenProps) {
  return (
    <StepScreen
      title="Set up two-step sign-in"
      lead={
        <>
          You are signing in as <strong className="font-semibold">{user.email}</strong>. Owners may
          do everything, so a password alone is not enough: add an authenticator app to this account
          once. From then on signing in asks for its code.
        </>
      }
      help="Any app for one-time codes will do, on your phone or in your password manager."
    >
      <EnrolSteps />
    </StepScreen>
  );
}
