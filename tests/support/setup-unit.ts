import { vi } from 'vitest';

// Files share a process; the modules under test keep their state for one file only.
vi.resetModules();
