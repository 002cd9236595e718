import { expect, expectHydrated, field, test } from '../../e2e/fixtures';
import { STUDY } from '../../e2e/pages';

// The accessibility tree of the main flows: names, roles, levels and states in reading order. A list that
// is not given completely may have more entries.

test('tree: the layout of every page', async ({ page }) => {
  await page.goto('/about');
  await expectHydrated(page);
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - link "Cumulus & Craft"
      - navigation "Main":
        - list:
          - listitem:
            - link "Home"
          - listitem:
            - link "About"
          - listitem:
            - link "Services"
          - listitem:
            - link "Projects"
          - listitem:
            - link "Contact"
      - button "Dark theme"
  `);
  await expect(
    page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]'),
  ).toHaveAccessibleName('About');
  await expect(page.getByRole('contentinfo')).toMatchAriaSnapshot(`
    - contentinfo:
      - link "Cumulus & Craft"
      - navigation "Quick Links":
        - heading "Quick Links" [level=2]
        - list
      - navigation "Services":
        - heading "Services" [level=2]
        - list
      - navigation "Legal":
        - heading "Legal" [level=2]
        - list
      - navigation "Social":
        - list
  `);
});

test('tree: from the grid to a study', async ({ page }) => {
  await page.goto('/projects');
  await expectHydrated(page);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Projects" [level=1]
      - region "Case studies":
        - list:
          - listitem:
            - article:
              - paragraph: Food and retail 2024
              - heading "A greengrocer that delivers by bicycle" [level=2]:
                - link "A greengrocer that delivers by bicycle"
              - list "Services":
                - listitem: Web Development
                - listitem: Creative Design
              - paragraph: 240 orders in a normal week
      - heading "Start Your Project" [level=2]
      - link "Tell us about it"
  `);
  await page.goto(STUDY);
  await expectHydrated(page);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - article:
        - paragraph:
          - link "Projects"
          - text: Food and retail 2024
        - heading "A greengrocer that delivers by bicycle" [level=1]
        - list "Services"
        - img "A market stall with a striped awning frames the shop’s page; crates of leeks, carrots and tomatoes stand in front of it"
        - region "Key figures":
          - term: orders in a normal week
          - definition: "240"
        - complementary:
          - heading "Project Details" [level=2]
          - term: Client
          - definition:
            - link "Larder & Lane"
            - 'img "Larder & Lane: two leaves beside the name"'
        - heading "The Challenge" [level=2]
        - heading "Our Solution" [level=2]
        - heading "The Results" [level=2]
        - heading "What We Loved" [level=2]
        - region "Client quote":
          - figure "Dana Whitlock, co-owner of Larder & Lane":
            - blockquote
        - heading "Project Gallery" [level=2]
        - list:
          - listitem:
            - figure "The shop opens on this week’s harvest":
              - link /^Enlarge. Shop page in a browser window/:
                - img /^Shop page in a browser window/
        - heading "Explore More Projects" [level=2]
  `);
});

test('tree: an incomplete enquiry with its errors', async ({ page }) => {
  await page.goto('/contact');
  await expectHydrated(page);
  const form = page.getByRole('form', { name: 'Contact' });
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(form).toMatchAriaSnapshot(`
    - form "Contact":
      - textbox "Name" [invalid]
      - paragraph: Name must be at least 2 characters
      - textbox "Email" [invalid]
      - paragraph: Please enter a valid email address
      - textbox "Phone (optional)"
      - combobox "Service (optional)":
        - option "Please select" [selected]
      - textbox "Subject (optional)"
      - textbox "Message" [invalid]
      - paragraph: Message must be at least 10 characters
      - checkbox "Send me a receipt"
      - button "Send message"
      - status
  `);
  await expect(field(form, 'Name')).toBeFocused();
  await expect(field(form, 'Name')).toHaveAccessibleDescription(
    'Name must be at least 2 characters',
  );
});

test('tree: the blog, its search and the newsletter', async ({ page }) => {
  await page.goto('/blog');
  await expectHydrated(page);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Blog" [level=1]
      - link "Subscribe"
      - region "Posts":
        - navigation "Categories":
          - list
        - search "Blog":
          - searchbox "Search posts"
        - status: 8 posts
        - list:
          - listitem:
            - article:
              - time: Nov 12 , 2026
              - paragraph: Working together 6 min read
              - heading "Writing for three time zones" [level=2]:
                - link "Writing for three time zones"
        - heading "All tags" [level=2]
        - list "All tags"
      - heading "Letters from the workshop" [level=2]
      - form "Newsletter":
        - textbox "Email"
        - button "Subscribe"
  `);
});

test('tree: signing in', async ({ page }) => {
  await page.goto('/admin');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading [level=1]
      - tablist "Sign in or sign up":
        - tab "Sign In" [selected]
        - tab "Sign Up"
      - tabpanel "Sign In":
        - textbox "Email"
        - textbox "Password"
        - button "Show password"
        - button "Sign In" [disabled]
        - button "Forgot your password?"
  `);
});

test('tree: the staff form in its order', async ({ staffPage: page, api, unique }) => {
  const id = await api.createStudy({ title: unique('Heard') });
  await page.goto(`/admin/case-studies/edit/${id}`);
  await expect(field(page, 'Title')).not.toHaveValue('');
  await page.getByRole('button', { name: 'Add metric' }).click();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - link "Back to case studies"
      - link "History"
      - button "Duplicate"
      - button "Delete"
      - heading /^Heard/ [level=1]
      - form "Case study":
        - heading "Basic Information" [level=2]
        - textbox "Title"
        - combobox "Status":
          - option "Draft" [selected]
          - option "Published"
        - heading "Content Sections" [level=2]
        - textbox "Challenge"
        - heading "Metrics" [level=2]
        - list:
          - listitem:
            - group "Metric 1":
              - textbox "Value"
              - textbox "Label"
              - button "Move metric 1 up" [disabled]
              - button "Move metric 1 down" [disabled]
              - button "Remove metric 1"
  `);
});
