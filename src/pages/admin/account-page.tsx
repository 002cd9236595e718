import { useQuery } from '@tanstack/react-query';
import { AdminPage, FormSection } from '@/components/layout/admin-page';
import { QueryView } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { site } from '@/content/site';
import { PicturePicker } from '@/features/media/components/picture-picker';
import { OwnEvents } from '@/features/security-log/components/own-events';
import { ChangeAddressForm } from '@/features/session/account/change-address-form';
import { NewPasswordForm } from '@/features/session/password/new-password-form';
import { TwoStepSection } from '@/features/session/second-factor/two-step-section';
import { useSession } from '@/features/session/use-session';
import { NameForm } from '@/features/staff/components/name-form';
import { staffQueries } from '@/features/staff/queries';
import { writtenEmail } from '@/lib/email';
import { notify } from '@/lib/notifications';
import { useDocumentMeta } from '@/lib/seo';

export function AccountPage() {
  const { user, role } = useSession();
  useDocumentMeta({ title: `Account settings · ${site.name}`, description: '', noindex: true });
  if (!user) return null;
  return (
    <AdminPage title="Account settings" width="form">
      <FormSection
        title="You"
        description="An owner added this address under People. That makes you staff. Other staff see your name and portrait, visitors neither."
      >
        <OwnName email={user.email} />
        <dl className="grid max-w-md gap-x-6 gap-y-1 border-t border-line pt-4 text-base tablet:grid-cols-[6rem_minmax(0,1fr)]">
          <dt className="text-muted">Email</dt>
          <dd className="font-medium">{writtenEmail(user.email)}</dd>
          <dt className="text-muted">Role</dt>
          <dd className="font-medium">{role === 'owner' ? 'Owner' : 'Editor'}</dd>
        </dl>
      </FormSection>
      <FormSection
        title="Email"
        description="Your role and name move to the new email once a link was opened in both mailboxes. Then you are signed out everywhere, choose a password and set up two-step sign-in again. Owners get a mail."
      >
        <ChangeAddressForm email={user.email} />
      </FormSection>
      <FormSection
        title="Password"
        description="A new password signs you out on your other devices."
      >
        <NewPasswordForm email={user.email} isMember asksForCurrent />
      </FormSection>
      <FormSection
        title="Two-step sign-in"
        description="An authenticator app protects the account if the password is stolen."
      >
        <TwoStepSection />
      </FormSection>
      <FormSection
        title="Security events"
        description="The latest of this account in 90 days. If you do not recognise one, change the password and tell an owner."
      >
        <OwnEvents userId={user.id} />
      </FormSection>
    </AdminPage>
  );
}

function OwnName({ email }: { email: string }) {
  const names = useQuery(staffQueries.names());
  return (
    <QueryView
      query={names}
      errorTitle="Failed to load your name"
      pending={<Skeleton className="h-41 max-w-md" />}
    >
      {(people) => {
        const own = people.find((person) => person.email === email.toLowerCase());
        return (
          own && (
            <NameForm
              person={own}
              onSaved={() => notify({ type: 'success', title: 'Name and portrait saved' })}
              renderPicker={(picker) => <PicturePicker label="Portrait" {...picker} />}
            />
          )
        );
      }}
    </QueryView>
  );
}
