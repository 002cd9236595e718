// Generated from the migrated database by `npm run types:database`. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      case_studies: {
        Row: {
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
          meta_description: string | null;
          outcome: string | null;
          results: string | null;
          role: string | null;
          service_tags: string[];
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
        };
        Insert: {
          challenge?: string | null;
          client_logo_url?: string | null;
          client_name?: string | null;
          client_quote?: string | null;
          client_url?: string | null;
          created_at?: string;
          created_by?: string | null;
          cta_headline?: string | null;
          cta_text?: string | null;
          description?: string | null;
          headline?: string | null;
          hero_image_url?: string | null;
          id?: string;
          industry?: string | null;
          meta_description?: string | null;
          outcome?: string | null;
          results?: string | null;
          role?: string | null;
          service_tags?: string[];
          solution?: string | null;
          status?: string;
          subhead?: string | null;
          technologies?: string[];
          timeline?: string | null;
          title: string;
          updated_at?: string;
          updated_by?: string | null;
          version?: number;
          what_we_loved?: string | null;
        };
        Update: {
          challenge?: string | null;
          client_logo_url?: string | null;
          client_name?: string | null;
          client_quote?: string | null;
          client_url?: string | null;
          created_at?: string;
          created_by?: string | null;
          cta_headline?: string | null;
          cta_text?: string | null;
          description?: string | null;
          headline?: string | null;
          hero_image_url?: string | null;
          id?: string;
          industry?: string | null;
          meta_description?: string | null;
          outcome?: string | null;
          results?: string | null;
          role?: string | null;
          service_tags?: string[];
          solution?: string | null;
          status?: string;
          subhead?: string | null;
          technologies?: string[];
          timeline?: string | null;
          title?: string;
          updated_at?: string;
          updated_by?: string | null;
          version?: number;
          what_we_loved?: string | null;
        };
        Relationships: [];
      };
      case_study_gallery: {
        Row: {
          alt_text: string | null;
          caption: string | null;
          case_study_id: string;
          display_order: number;
          id: string;
          image_url: string;
        };
        Insert: {
          alt_text?: string | null;
          caption?: string | null;
          case_study_id: string;
          display_order: number;
          id?: string;
          image_url: string;
        };
        Update: {
          alt_text?: string | null;
          caption?: string | null;
          case_study_id?: string;
          display_order?: number;
          id?: string;
          image_url?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'case_study_gallery_case_study_id_fkey';
            columns: ['case_study_id'];
            isOneToOne: false;
            referencedRelation: 'case_studies';
            referencedColumns: ['id'];
          },
        ];
      };
      case_study_metrics: {
        Row: {
          case_study_id: string;
          display_order: number;
          id: string;
          metric_label: string;
          metric_value: string;
        };
        Insert: {
          case_study_id: string;
          display_order: number;
          id?: string;
          metric_label: string;
          metric_value: string;
        };
        Update: {
          case_study_id?: string;
          display_order?: number;
          id?: string;
          metric_label?: string;
          metric_value?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'case_study_metrics_case_study_id_fkey';
            columns: ['case_study_id'];
            isOneToOne: false;
            referencedRelation: 'case_studies';
            referencedColumns: ['id'];
          },
        ];
      };
      deleted_case_studies: {
        Row: {
          deleted_at: string;
          deleted_by: string | null;
          id: string;
          snapshot: Json;
          title: string;
        };
        Insert: {
          deleted_at?: string;
          deleted_by?: string | null;
          id: string;
          snapshot: Json;
          title: string;
        };
        Update: {
          deleted_at?: string;
          deleted_by?: string | null;
          id?: string;
          snapshot?: Json;
          title?: string;
        };
        Relationships: [];
      };
      security_events: {
        Row: {
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
        };
        Insert: {
          created_at?: string;
          description: string;
          event_type: string;
          id?: never;
          ip_address?: string | null;
          metadata?: Json;
          origin?: string;
          severity: string;
          user_agent?: string | null;
          user_id?: string | null;
        };
        Update: {
          created_at?: string;
          description?: string;
          event_type?: string;
          id?: never;
          ip_address?: string | null;
          metadata?: Json;
          origin?: string;
          severity?: string;
          user_agent?: string | null;
          user_id?: string | null;
        };
        Relationships: [];
      };
      staff_members: {
        Row: {
          added_at: string;
          added_by: string | null;
          email: string;
          id: string;
          role: string;
        };
        Insert: {
          added_at?: string;
          added_by?: string | null;
          email: string;
          id?: string;
          role?: string;
        };
        Update: {
          added_at?: string;
          added_by?: string | null;
          email?: string;
          id?: string;
          role?: string;
        };
        Relationships: [];
      };
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
      audit_security_policies: {
        Args: Record<PropertyKey, never>;
        Returns: ({ table_name: string; rls_enabled: boolean; policies: Json; grants: Json })[];
      };
      current_staff_role: {
        Args: Record<PropertyKey, never>;
        Returns: string | null;
      };
      remove_staff_member: {
        Args: {
          member_email: string | null;
        };
        Returns: undefined;
      };
      restore_case_study: {
        Args: {
          study_id: string | null;
        };
        Returns: string | null;
      };
      save_case_study: {
        Args: {
          study_id: string | null;
          expected_version: number | null;
          fields: Json | null;
          metrics?: Json | null;
          gallery?: Json | null;
        };
        Returns: Database['public']['Tables']['case_studies']['Row'];
      };
      set_staff_role: {
        Args: {
          member_email: string | null;
          member_role: string | null;
        };
        Returns: undefined;
      };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
