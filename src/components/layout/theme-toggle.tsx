import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { useTheme } from '@/hooks/use-theme';
import { toggleTheme } from '@/lib/theme';

/** The icon depends on the class of the root element, so that it is right before hydration. */
export function ThemeToggle({ className }: { className?: string }) {
  const theme = useTheme();
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label="Dark theme"
      aria-pressed={theme === 'dark'}
      title="Dark theme"
      data-live="theme"
      // After the next paint: a phone computes the new styles of the whole page in a tenth of a second.
      onClick={() => requestAnimationFrame(() => setTimeout(toggleTheme))}
      className={className}
    >
      <Mark className="dark:hidden">
        <path d="M20.5 13.6A8.6 8.6 0 1 1 10.4 3.5a6.9 6.9 0 0 0 10.1 10.1Z" />
      </Mark>
      <Mark className="hidden dark:block">
        <circle cx="12" cy="12" r="4" />
        <path d="M12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4" />
      </Mark>
    </Button>
  );
}

function Mark({ className, children }: { className: string; children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {children}
    </svg>
  );
}
