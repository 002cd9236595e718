import { Select } from '@/components/ui/field';
import { STAFF_ROLE_LABELS, STAFF_ROLES, type StaffRole } from '../model';

export type RoleSelectProps = {
  value: StaffRole;
  onChange: (role: StaffRole) => void;
  isDisabled?: boolean;
  /** If there is no visible label. */
  label?: string;
};

export function RoleSelect({ value, onChange, isDisabled = false, label }: RoleSelectProps) {
  return (
    <Select
      value={value}
      disabled={isDisabled}
      aria-label={label}
      onChange={(event) => {
        const role = STAFF_ROLES.find((one) => one === event.target.value);
        if (role) onChange(role);
      }}
    >
      {STAFF_ROLES.map((role) => (
        <option key={role} value={role}>
          {STAFF_ROLE_LABELS[role]}
        </option>
      ))}
    </Select>
  );
}
