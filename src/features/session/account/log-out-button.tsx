import { Button } from '@/components/ui/button';
import { useSignOut } from './use-sign-out';

export type LogOutButtonProps = { className?: string };

export function LogOutButton({ className }: LogOutButtonProps) {
  const { signOut, signOutQuestion } = useSignOut();
  return (
    <>
      <Button variant="quiet" onClick={() => void signOut()} className={className}>
        Log out
      </Button>
      {signOutQuestion}
    </>
  );
}
