import { createContext, useContext, type ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, useLocation, useNavigate } from 'react-router-dom';

const Shown = createContext<ReactNode>(null);

/** A data router like that of the staff area: shows the children, and the address of any other page. */
export function createTestRouter(at = '/editor') {
  const router = createMemoryRouter(
    [
      { path: at, element: <Current /> },
      { path: '*', element: <Elsewhere /> },
    ],
    { initialEntries: ['/before', at], initialIndex: 1 },
  );
  return (children: ReactNode) => (
    <Shown value={children}>
      <RouterProvider router={router} />
    </Shown>
  );
}

function Current() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => void navigate(-1)}>
        The browser’s own way back
      </button>
      {useContext(Shown)}
    </>
  );
}

function Elsewhere() {
  return <p>Now at {useLocation().pathname}</p>;
}
