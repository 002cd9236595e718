import type { SessionUser } from '../api';
import { FactorCheck } from './factor-check';
import { StepScreen } from './step-screen';

export type CodeScreenProps = { user: SessionUser };

/** The second step of signing in. */
export function CodeScreen({ user }: CodeScreenProps) {
  return (
    <StepScreen
      title="One more step"
      lead={
        <>
          You are signing in as <strong className="font-semibold">{user.email}</strong>. Now enter
          the code of your authenticator app.
        </>
      }
      help="Lost the app? Ask an owner: the person who runs the backend can remove it from your account."
    >
      <FactorCheck />
    </StepScreen>
  );
}
