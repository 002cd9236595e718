// Generated from the migrated database by `npm run types:database`. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

/** `Required` columns must be in an insert; the database alone writes `Generated` ones. */
type Table<
  Row,
  Required extends keyof Row,
  Generated extends keyof Row,
  Relationships extends unknown[],
> = {
  Row: Row;
  Insert: Pick<Row, Required> & Partial<Omit<Row, Generated>>;
  Update: Partial<Omit<Row, Generated>>;
  Relationships: Relationships;
};

export type Database = {
  public: {
    Tables: {
      audit_events: Table<
        {
          action: string;
          actor_email: string | null;
          actor_id: string | null;
          actor_name: string | null;
          happened_at: string;
          id: number;
          subject: string;
          subject_name: string | null;
        },
        'action' | 'subject',
        'id',
        []
      >;
      blog_authors: Table<
        {
          avatar_url: string | null;
          id: string;
          name: string;
        },
        'name',
        never,
        []
      >;
      blog_categories: Table<
        {
          id: string;
          name: string;
          slug: string;
        },
        'name',
        'slug',
        []
      >;
      blog_post_tags: Table<
        {
          place: number;
          post_id: string;
          tag_id: string;
        },
        'place' | 'post_id' | 'tag_id',
        never,
        [
          {
            foreignKeyName: 'blog_post_tags_post_id_fkey';
            columns: ['post_id'];
            isOneToOne: false;
            referencedRelation: 'blog_posts';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'blog_post_tags_tag_id_fkey';
            columns: ['tag_id'];
            isOneToOne: false;
            referencedRelation: 'blog_tags';
            referencedColumns: ['id'];
          },
        ]
      >;
      blog_posts: Table<
        {
          author_id: string | null;
          category_id: string | null;
          content_html: string;
          content_markdown: string;
          cover_alt: string | null;
          cover_image_url: string | null;
          created_at: string;
          created_by: string | null;
          excerpt: string;
          id: string;
          is_withheld: boolean;
          public_from: string | null;
          published_at: string | null;
          reading_minutes: number;
          search: string;
          slug: string;
          status: string;
          title: string;
          updated_at: string;
          updated_by: string | null;
          version: number;
        },
        'slug' | 'title',
        'public_from' | 'search',
        [
          {
            foreignKeyName: 'blog_posts_author_id_fkey';
            columns: ['author_id'];
            isOneToOne: false;
            referencedRelation: 'blog_authors';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'blog_posts_category_id_fkey';
            columns: ['category_id'];
            isOneToOne: false;
            referencedRelation: 'blog_categories';
            referencedColumns: ['id'];
          },
        ]
      >;
      blog_tags: Table<
        {
          id: string;
          name: string;
          slug: string;
        },
        'name',
        'slug',
        []
      >;
      case_studies: Table<
        {
          challenge: string | null;
          client_logo_url: string | null;
          client_name: string | null;
          client_quote: string | null;
          client_url: string | null;
          created_at: string;
          created_by: string | null;
          cta_headline: string | null;
          cta_text: string | null;
          description: string | null;
          headline: string | null;
          hero_image_url: string | null;
          id: string;
          industry: string | null;
          industry_slug: string | null;
          is_featured: boolean;
          is_withheld: boolean;
          meta_description: string | null;
          outcome: string | null;
          place: number | null;
          project_year: number | null;
          public_from: string | null;
          published_at: string | null;
          results: string | null;
          role: string | null;
          search: string;
          service_slugs: string[];
          service_tags: string[];
          slug: string;
          solution: string | null;
          status: string;
          subhead: string | null;
          technologies: string[];
          timeline: string | null;
          title: string;
          updated_at: string;
          updated_by: string | null;
          version: number;
          what_we_loved: string | null;
          confirmations: Json | null;
          picture_facts: Json | null;
        },
        'slug' | 'title',
        'industry_slug' | 'public_from' | 'search' | 'service_slugs' | 'confirmations' | 'picture_facts',
        []
      >;
      case_study_gallery: Table<
        {
          alt_text: string | null;
          caption: string | null;
          case_study_id: string;
          display_order: number;
          id: string;
          image_url: string;
        },
        'case_study_id' | 'display_order' | 'image_url',
        never,
        [
          {
            foreignKeyName: 'case_study_gallery_case_study_id_fkey';
            columns: ['case_study_id'];
            isOneToOne: false;
            referencedRelation: 'case_studies';
            referencedColumns: ['id'];
          },
        ]
      >;
      case_study_metrics: Table<
        {
          case_study_id: string;
          display_order: number;
          id: string;
          metric_label: string;
          metric_value: string;
          search: string;
        },
        'case_study_id' | 'display_order' | 'metric_label' | 'metric_value',
        'search',
        [
          {
            foreignKeyName: 'case_study_metrics_case_study_id_fkey';
            columns: ['case_study_id'];
            isOneToOne: false;
            referencedRelation: 'case_studies';
            referencedColumns: ['id'];
          },
        ]
      >;
      deleted_documents: Table<
        {
          deleted_at: string;
          deleted_by: string | null;
          id: string;
          kind: string;
          snapshot: Json;
          title: string;
        },
        'id' | 'kind' | 'snapshot' | 'title',
        never,
        []
      >;
      document_revisions: Table<
        {
          document_id: string;
          is_working_copy: boolean;
          kind: string;
          restored_from: number | null;
          save_id: string | null;
          saved_at: string;
          saved_by: string | null;
          saved_by_email: string | null;
          snapshot: Json;
          version: number;
        },
        'document_id' | 'kind' | 'snapshot' | 'version',
        never,
        []
      >;
      enquiries: Table<
        {
          answer_by: string | null;
          answered_at: string | null;
          assigned_to: string | null;
          content_hash: string;
          created_at: string;
          deleted_at: string | null;
          email: string;
          erase_at: string;
          first_name: string | null;
          id: string;
          is_quarantined: boolean;
          last_name: string | null;
          message: string;
          name: string;
          number: number;
          phone: string | null;
          quarantine_reasons: string[];
          read_at: string | null;
          receipt_state: string;
          search: string;
          sender_hash: string;
          service: string | null;
          started_host: string | null;
          started_page: string | null;
          started_services: string[];
          started_studies: string[];
          state: string;
          status: string;
          subject: string | null;
          submission_id: string;
          enquiry_mail: Json | null;
        },
        'content_hash' | 'email' | 'message' | 'name' | 'sender_hash' | 'submission_id',
        'number' | 'search' | 'enquiry_mail',
        [
          {
            foreignKeyName: 'enquiries_assigned_to_fkey';
            columns: ['assigned_to'];
            isOneToOne: false;
            referencedRelation: 'staff_members';
            referencedColumns: ['email'];
          },
          {
            foreignKeyName: 'enquiries_service_fkey';
            columns: ['service'];
            isOneToOne: false;
            referencedRelation: 'services';
            referencedColumns: ['id'];
          },
        ]
      >;
      enquiry_files: Table<
        {
          byte_size: number;
          created_at: string;
          enquiry_id: string;
          id: string;
          message_id: string | null;
          name: string;
          type: string;
        },
        'byte_size' | 'enquiry_id' | 'id' | 'name' | 'type',
        never,
        [
          {
            foreignKeyName: 'enquiry_files_enquiry_id_fkey';
            columns: ['enquiry_id'];
            isOneToOne: false;
            referencedRelation: 'enquiries';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'enquiry_files_message_id_fkey';
            columns: ['message_id'];
            isOneToOne: false;
            referencedRelation: 'enquiry_messages';
            referencedColumns: ['id'];
          },
        ]
      >;
      enquiry_messages: Table<
        {
          attachment_names: string[];
          attempted_at: string | null;
          author_email: string;
          author_id: string | null;
          author_name: string | null;
          created_at: string;
          direction: string;
          enquiry_id: string;
          error: string | null;
          file_count: number;
          id: string;
          is_automatic: boolean;
          message_id: string | null;
          search: string;
          sent_at: string | null;
          state: string;
          text: string;
        },
        'author_email' | 'direction' | 'enquiry_id' | 'id' | 'state' | 'text',
        'search',
        [
          {
            foreignKeyName: 'enquiry_messages_enquiry_id_fkey';
            columns: ['enquiry_id'];
            isOneToOne: false;
            referencedRelation: 'enquiries';
            referencedColumns: ['id'];
          },
        ]
      >;
      enquiry_notes: Table<
        {
          author_email: string | null;
          author_id: string | null;
          created_at: string;
          edited_at: string | null;
          enquiry_id: string;
          id: string;
          search: string;
          text: string;
        },
        'enquiry_id' | 'text',
        'search',
        [
          {
            foreignKeyName: 'enquiry_notes_enquiry_id_fkey';
            columns: ['enquiry_id'];
            isOneToOne: false;
            referencedRelation: 'enquiries';
            referencedColumns: ['id'];
          },
        ]
      >;
      image_records: Table<
        {
          alt_text: string;
          byte_size: number;
          created_at: string;
          deleting_at: string | null;
          focus_x: number;
          focus_y: number;
          height: number;
          id: string;
          mime: string;
          original_name: string;
          path: string;
          revision: number;
          search: string;
          sha256: string;
          updated_at: string;
          uploaded_by: string | null;
          variants: number[];
          width: number;
        },
        'byte_size' | 'height' | 'mime' | 'original_name' | 'path' | 'sha256' | 'width',
        'search',
        []
      >;
      newsletter_subscribers: Table<
        {
          confirmed_at: string | null;
          consent_text: string;
          email: string | null;
          erase_at: string | null;
          id: string;
          requested_at: string;
          state: string;
          unsubscribed_at: string | null;
          subscriber_mail: Json | null;
        },
        'consent_text',
        'subscriber_mail',
        []
      >;
      page_texts: Table<
        {
          created_at: string;
          created_by: string | null;
          id: string;
          locale: string;
          page: string;
          texts: Json;
          updated_at: string;
          updated_by: string | null;
          version: number;
        },
        'id' | 'page',
        never,
        []
      >;
      public_addresses: Table<
        {
          document_id: string;
          path: string;
        },
        'document_id' | 'path',
        never,
        []
      >;
      redirects: Table<
        {
          created_at: string;
          created_by: string | null;
          from_path: string;
          id: string;
          note: string;
          to_path: string;
        },
        'from_path' | 'to_path',
        never,
        []
      >;
      security_events: Table<
        {
          created_at: string;
          description: string;
          event_type: string;
          id: number;
          ip_address: string | null;
          metadata: Json;
          origin: string;
          severity: string;
          user_agent: string | null;
          user_id: string | null;
        },
        'description' | 'event_type' | 'severity',
        'id',
        []
      >;
      services: Table<
        {
          id: string;
          name: string;
          retired_at: string | null;
        },
        'id' | 'name',
        never,
        []
      >;
      sign_off_approvals: Table<
        {
          approved_at: string;
          content: string;
          content_hash: string;
          document_id: string;
          email: string | null;
          id: string;
          name: string;
          request_id: string;
          version: number;
        },
        'content' | 'content_hash' | 'document_id' | 'id' | 'name' | 'request_id' | 'version',
        never,
        [
          {
            foreignKeyName: 'sign_off_approvals_request_id_fkey';
            columns: ['request_id'];
            isOneToOne: false;
            referencedRelation: 'sign_off_requests';
            referencedColumns: ['id'];
          },
        ]
      >;
      sign_off_comments: Table<
        {
          anchor: string[];
          anchored: Json | null;
          answer: string | null;
          answered_at: string | null;
          answered_by_email: string | null;
          asks_change: boolean;
          author_id: string | null;
          author_name: string | null;
          created_at: string;
          document_id: string | null;
          for_id: string | null;
          id: string;
          is_done: boolean;
          quote: string | null;
          request_id: string | null;
          text: string;
        },
        'id' | 'text',
        never,
        [
          {
            foreignKeyName: 'sign_off_comments_author_id_fkey';
            columns: ['author_id'];
            isOneToOne: false;
            referencedRelation: 'staff_members';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sign_off_comments_for_id_fkey';
            columns: ['for_id'];
            isOneToOne: false;
            referencedRelation: 'staff_members';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sign_off_comments_request_id_fkey';
            columns: ['request_id'];
            isOneToOne: false;
            referencedRelation: 'sign_off_requests';
            referencedColumns: ['id'];
          },
        ]
      >;
      sign_off_demands: Table<
        {
          content_hash: string | null;
          demanded_at: string;
          document_id: string;
          public_hash: string | null;
        },
        'document_id',
        never,
        []
      >;
      sign_off_requests: Table<
        {
          asked_at: string;
          asked_by: string | null;
          asked_by_email: string | null;
          client_email: string | null;
          client_name: string;
          content: Json;
          document_id: string;
          earlier_content: Json | null;
          expires_at: string;
          id: string;
          kind: string;
          title: string;
          version: number;
          withdrawn_at: string | null;
        },
        'client_name' | 'content' | 'document_id' | 'expires_at' | 'kind' | 'title' | 'version',
        never,
        []
      >;
      staff_members: Table<
        {
          added_at: string;
          added_by: string | null;
          email: string;
          id: string;
          role: string;
        },
        'email',
        never,
        []
      >;
      staff_profiles: Table<
        {
          member_id: string;
          name: string;
          portrait_url: string | null;
        },
        'member_id' | 'name',
        never,
        [
          {
            foreignKeyName: 'staff_profiles_member_id_fkey';
            columns: ['member_id'];
            isOneToOne: false;
            referencedRelation: 'staff_members';
            referencedColumns: ['id'];
          },
        ]
      >;
      staff_requests: Table<
        {
          created_at: string;
          declined_at: string | null;
          email: string;
          id: string;
          note: string | null;
          user_id: string;
        },
        'email' | 'user_id',
        never,
        []
      >;
      working_copies: Table<
        {
          base_version: number;
          content: Json | null;
          document_id: string;
          kind: string;
          publish_at: string | null;
          publish_failure: string | null;
          saved_at: string;
          saved_by: string | null;
          search: string;
          title: string | null;
          version: number;
          has_publishing_schedule: boolean | null;
        },
        'base_version' | 'document_id' | 'kind' | 'version',
        'search' | 'has_publishing_schedule',
        []
      >;
    };
    Views: { [_ in never]: never };
    Functions: {
      add_staff_member: {
        Args: {
          member_email: string | null;
          member_role: string | null;
        };
        Returns: undefined;
      };
      answer_sign_off: {
        Args: {
          comment_id: string | null;
          answer: string | null;
        };
        Returns: undefined;
      };
      approve_sign_off: {
        Args: {
          token: string | null;
          passphrase: string | null;
          approval: Json | null;
        };
        Returns: Json | null;
      };
      approve_staff_request: {
        Args: {
          request_id: string | null;
          member_role: string | null;
        };
        Returns: undefined;
      };
      arrange_case_studies: {
        Args: {
          arranged: string[] | null;
          featured: string[] | null;
          before: string[] | null;
        };
        Returns: undefined;
      };
      ask_address_change: {
        Args: {
          new_email: string | null;
        };
        Returns: undefined;
      };
      ask_sign_off: {
        Args: {
          document_id: string | null;
          expected_version: number | null;
          client_name: string | null;
          valid_days?: number | null;
          passphrase?: string | null;
          client_email?: string | null;
        };
        Returns: Json | null;
      };
      ask_sign_off_again: {
        Args: {
          request_id: string | null;
          expected_version: number | null;
        };
        Returns: undefined;
      };
      audit_security_policies: {
        Args: Record<PropertyKey, never>;
        Returns: ({ table_name: string; rls_enabled: boolean; policies: Json; grants: Json })[];
      };
      claim_enquiry_reply: {
        Args: {
          reply_id: string | null;
          enquiry_id: string | null;
          reply_text: string | null;
          last_seen?: string | null;
          file_count?: number | null;
        };
        Returns: Json | null;
      };
      claim_test_mail: {
        Args: Record<PropertyKey, never>;
        Returns: string | null;
      };
      comment_sign_off: {
        Args: {
          token: string | null;
          passphrase: string | null;
          comment: Json | null;
        };
        Returns: Json | null;
      };
      confirm_legal_review: {
        Args: {
          document: string | null;
          updated: string | null;
        };
        Returns: undefined;
      };
      count_newsletter_subscribers: {
        Args: Record<PropertyKey, never>;
        Returns: ({ state: string; subscribers: number })[];
      };
      count_security_events: {
        Args: {
          since: string | null;
        };
        Returns: ({ event_type: string; severity: string; events: number })[];
      };
      current_staff_role: {
        Args: Record<PropertyKey, never>;
        Returns: string | null;
      };
      decline_staff_request: {
        Args: {
          request_id: string | null;
        };
        Returns: undefined;
      };
      deploy_state: {
        Args: Record<PropertyKey, never>;
        Returns: Json | null;
      };
      discard_working_copy: {
        Args: {
          document_id: string | null;
          expected_version: number | null;
        };
        Returns: number | null;
      };
      dismiss_unknown_address: {
        Args: {
          path: string | null;
        };
        Returns: undefined;
      };
      end_editing: {
        Args: {
          document_id: string | null;
        };
        Returns: undefined;
      };
      find_redirect: {
        Args: {
          source: string | null;
        };
        Returns: string | null;
      };
      get_blog_post: {
        Args: {
          key: string | null;
        };
        Returns: Json | null;
      };
      list_blog_categories: {
        Args: Record<PropertyKey, never>;
        Returns: ({ name: string; slug: string; posts: number })[];
      };
      list_blog_posts: {
        Args: {
          search?: string | null;
          category?: string | null;
          tag?: string | null;
          status?: string | null;
          page?: number | null;
          page_size?: number | null;
          with_text?: boolean | null;
        };
        Returns: Json | null;
      };
      list_blog_tags: {
        Args: Record<PropertyKey, never>;
        Returns: ({ name: string; slug: string; posts: number })[];
      };
      list_case_study_heads: {
        Args: {
          after: string | null;
        };
        Returns: ({ id: string; slug: string; service_tags: string[]; version: number; updated_at: string; changed_at: string })[];
      };
      list_case_study_topics: {
        Args: Record<PropertyKey, never>;
        Returns: ({ kind: string; name: string; slug: string; studies: number })[];
      };
      list_image_usage: {
        Args: {
          paths?: string[] | null;
        };
        Returns: Json | null;
      };
      list_image_versions: {
        Args: {
          image_path: string | null;
        };
        Returns: Json | null;
      };
      list_notes_for_me: {
        Args: Record<PropertyKey, never>;
        Returns: ({ id: string; kind: string; document_id: string; title: string; author_email: string; text: string; created_at: string })[];
      };
      list_redirects: {
        Args: {
          after?: string | null;
        };
        Returns: ({ from_path: string; to_path: string })[];
      };
      list_sign_off_comments: {
        Args: {
          document_id: string | null;
        };
        Returns: ({ id: string; client_name: string; author_name: string; anchor: string[]; quote: string; text: string; asks_change: boolean; is_done: boolean; answer: string; answered_by_email: string; answered_at: string; created_at: string; is_outdated: boolean; is_note: boolean; author_email: string; for_email: string })[];
      };
      list_sign_offs: {
        Args: {
          of_document?: string | null;
        };
        Returns: ({ id: string; kind: string; document_id: string; title: string; version: number; client_name: string; client_email: string; asked_by_email: string; asked_at: string; expires_at: string; withdrawn_at: string; is_current: boolean; is_live: boolean; approved_by: string; approved_at: string; approved_version: number; open_comments: number; last_comment_at: string; asks_change: boolean; unsent_mail: Json })[];
      };
      list_staff_members: {
        Args: Record<PropertyKey, never>;
        Returns: ({ email: string; role: string; added_at: string; added_by_email: string; has_account: boolean; last_seen_at: string })[];
      };
      list_staff_names: {
        Args: Record<PropertyKey, never>;
        Returns: ({ user_id: string; email: string; name: string; portrait_url: string })[];
      };
      list_unknown_addresses: {
        Args: Record<PropertyKey, never>;
        Returns: ({ path: string; visits: number; days: number; last_at: string })[];
      };
      name_security_event_users: {
        Args: {
          user_ids: string[] | null;
        };
        Returns: ({ user_id: string; email: string })[];
      };
      note_editing: {
        Args: {
          document_id: string | null;
        };
        Returns: ({ email: string; name: string })[];
      };
      open_sign_off: {
        Args: {
          token: string | null;
          passphrase?: string | null;
        };
        Returns: Json | null;
      };
      publish_due_changes: {
        Args: Record<PropertyKey, never>;
        Returns: number | null;
      };
      purge_deleted_document: {
        Args: {
          document_id: string | null;
        };
        Returns: undefined;
      };
      record_export: {
        Args: {
          subject: string | null;
        };
        Returns: undefined;
      };
      remove_staff_member: {
        Args: {
          member_email: string | null;
        };
        Returns: undefined;
      };
      replace_image_everywhere: {
        Args: {
          old_path: string | null;
          new_path: string | null;
          new_alt?: string | null;
        };
        Returns: number | null;
      };
      request_staff_access: {
        Args: {
          note?: string | null;
        };
        Returns: undefined;
      };
      restore_deleted_document: {
        Args: {
          document_id: string | null;
        };
        Returns: undefined;
      };
      restore_document_version: {
        Args: {
          document_id: string | null;
          from_version: number | null;
          expected_version: number | null;
        };
        Returns: number | null;
      };
      retry_mails: {
        Args: {
          about?: string | null;
        };
        Returns: undefined;
      };
      reviewed_legal_texts: {
        Args: Record<PropertyKey, never>;
        Returns: Json | null;
      };
      save_blog_post: {
        Args: {
          post_id: string | null;
          expected_version: number | null;
          fields: Json | null;
          tags?: string[] | null;
          category?: string | null;
          author?: string | null;
          goes_live?: boolean | null;
          save_ids?: string[] | null;
        };
        Returns: Database['public']['Tables']['blog_posts']['Row'];
      };
      save_case_study: {
        Args: {
          study_id: string | null;
          expected_version: number | null;
          fields: Json | null;
          metrics?: Json | null;
          gallery?: Json | null;
          goes_live?: boolean | null;
          save_ids?: string[] | null;
        };
        Returns: Database['public']['Tables']['case_studies']['Row'];
      };
      save_page_texts: {
        Args: {
          page_id: string | null;
          expected_version: number | null;
          texts: Json | null;
          goes_live?: boolean | null;
          save_ids?: string[] | null;
        };
        Returns: Database['public']['Tables']['page_texts']['Row'];
      };
      save_staff_profile: {
        Args: {
          member_email: string | null;
          name: string | null;
          portrait_url?: string | null;
        };
        Returns: undefined;
      };
      schedule_working_copy: {
        Args: {
          document_id: string | null;
          expected_version: number | null;
          publish_at: string | null;
        };
        Returns: undefined;
      };
      search_staff_area: {
        Args: {
          search: string | null;
          most?: number | null;
        };
        Returns: ({ kind: string; id: string; title: string; detail: string; snippet: string })[];
      };
      set_staff_role: {
        Args: {
          member_email: string | null;
          member_role: string | null;
        };
        Returns: undefined;
      };
      site_health: {
        Args: Record<PropertyKey, never>;
        Returns: Json | null;
      };
      withdraw_sign_off: {
        Args: {
          request_id: string | null;
        };
        Returns: undefined;
      };
      write_note: {
        Args: {
          note: Json | null;
        };
        Returns: undefined;
      };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
