import { AdminPage, FormSection } from '@/components/layout/admin-page';
import { site } from '@/content/site';
import { NewPasswordForm } from '@/features/session/new-password-form';
import { TwoStepSection } from '@/features/session/two-step-section';
import { useSession } from '@/features/session/use-session';
import { useDocumentMeta } from '@/lib/seo';

export function AccountPage() {
  const { user, role } = useSession();
  useDocumentMeta({ title: `Account settings · ${site.name}`, description: '', noindex: true });
  if (!user) return null;
  return (
    <AdminPage title="Account settings" width="form">
      <FormSection
        title="You"
        description="An owner added this address under People. That makes you staff."
      >
        <dl className="grid gap-x-6 gap-y-1 text-base tablet:grid-cols-[8rem_minmax(0,1fr)]">
          <dt className="text-muted">Email</dt>
          <dd className="font-medium break-words">{user.email}</dd>
          <dt className="text-muted">Role</dt>
          <dd className="font-medium">{role === 'owner' ? 'Owner' : 'Editor'}</dd>
        </dl>
        <p className="max-w-measure text-base text-muted">
          This address cannot be changed to that of another member. To change it, an owner adds the
          new address under People, you sign up with it, and the owner removes the old one.
        </p>
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
    </AdminPage>
  );
}
