import { Moon, Sun } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useTheme } from '@/hooks/use-theme';

/** The icon follows the class on the root, not the state: it is right before any script has run. */
export function ThemeToggle({ className }: { className?: string }) {
  const { theme, toggle } = useTheme();
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label="Dark theme"
      aria-pressed={theme === 'dark'}
      title="Dark theme"
      onClick={toggle}
      className={className}
    >
      <Moon aria-hidden="true" className="dark:hidden" />
      <Sun aria-hidden="true" className="hidden dark:block" />
    </Button>
  );
}
