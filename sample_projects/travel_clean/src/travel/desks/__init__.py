"""Agents by line of business."""
